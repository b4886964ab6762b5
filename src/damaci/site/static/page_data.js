/** What `page` of page.js holds. Only types: no page loads this file. */

/**
 * @typedef {object} Level
 * @property {string} name
 * @property {string} title
 *
 * @typedef {object} Ruleset
 * @property {string} name
 * @property {string} title
 * @property {boolean} chequered played on the dark squares only
 * @property {"at-once" | "after-move"} removal when captured pieces leave the board
 * @property {import("./game/wire.js").Endings} endings
 * @property {import("./game/wire.js").Options} options
 *
 * @typedef {object} TournamentData
 * @property {string} id
 * @property {string} view
 * @property {number} round
 * @property {number} [places] the page of the standings, where they have pages
 * @property {{joined?: boolean}} [part] the visitor's, where players join by themselves
 *
 * @typedef {object} Page
 * @property {string} game
 * @property {Record<string, string>} requests method and address, with placeholders, by the name of a request
 * @property {Record<string, string>} channels the addresses of the app's WebSockets by name
 * @property {Record<string, string>} pages the addresses of the app's pages by name, with placeholders
 * @property {boolean} [account] the visitor has an account
 * @property {import("./game/people.js").People} [people] the players of the game
 * @property {import("./tv/programme.js").Programme} [programme] of the page of the television
 * @property {string} [push] the server's public key for notices; empty if there are none
 * @property {string} [show] the request for the rest of the page's data, if there is one
 * @property {Record<string, string | string[]>} [worker] where the files are of the worker in which the app runs,
 *   relative to the page
 * @property {string} [installer] the address of the service worker
 * @property {boolean} [offersVersions] a new version waits until the visitor wants it; otherwise pages are always of
 *   the current one
 * @property {string} [meanwhile] the address of the service worker of an app that needs no server
 * @property {boolean} [offered] a game is offered to guests
 * @property {boolean} [waiting] the guest has been admitted, and waits for an answer
 * @property {boolean} [mine] the invitation is the visitor's own
 * @property {string} [declined] why the challenge of this page was declined
 * @property {Partial<Record<import("./game/wire.js").Color, string>>} [names] who played, where the game's tags were
 *   edited
 * @property {boolean} [resume] the game had begun before this page was opened
 * @property {Level[]} [levels]
 * @property {Level[]} [styles] how the computer may like to play
 * @property {Ruleset[]} [rulesets]
 * @property {Record<string, string>} [starts] the FEN from which games begin, by ruleset
 * @property {{fen: string, ruleset: string}} [ending] the position that the page of endings begins with
 * @property {import("./analysis/tree.js").TreeData} [tree] of the analysis page
 * @property {import("./analysis/review.js").KeptReview | null} [review] of the game of the analysis page
 * @property {import("./learn/lesson.js").LessonData} [lesson] of the page of a lesson
 * @property {import("./studies/study.js").ShownStudy} [study] of the page of a study
 * @property {boolean} [linkable] whether others can open this page, so that a link can bring them a problem
 * @property {string[]} [may] what the visitor may do with the study, where not everything: "write", "share",
 *   "leave", "report"
 * @property {string} [self] the visitor's account, on the page of a study that is shared
 * @property {import("./studies/sharing.js").Sharing} [sharing] whose the study is, where studies are shared
 * @property {{id: string, games?: string[], boards?: import("./broadcasts/live.js").WatchedBoard[]}} [broadcast] of the
 *   pages of a broadcast: the games of all rounds, and the boards of this one
 * @property {TournamentData} [tournament] of the pages of a tournament
 * @property {import("./tournaments/live.js").Live} [live] the boards of a tournament
 * @property {import("./learn/practice.js").PracticeData} [practice]
 * @property {import("./puzzles/main.js").SolvingData} [solving] of the page on which puzzles are solved
 * @property {Partial<import("./preferences.js").Preferences>} [prefs]
 */

export {};
