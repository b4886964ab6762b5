/**
 * The messages of the socket, as damaci.wire.messages defines them. Fields with default values are omitted. Only types:
 * no page loads this file.
 *
 * @typedef {import("../board/squares.js").Color} Color
 * @typedef {{kind: "person" | "engine", name?: string, level?: string, resigns?: boolean}} Seat
 * @typedef {{touch_move?: boolean, announcements?: boolean, last_three_kings?: boolean}} Options
 * @typedef {{one_each: "never" | "at-once" | "unless-capture", kings_only_moves: number,
 *   repetitions: number, no_progress_moves: number}} Endings
 * @typedef {{ruleset?: string, fen?: string, clock?: {base: number, increment: number} | null, days?: number,
 *   endings?: Partial<Endings> | null, options?: Options | null, rated?: boolean,
 *   games?: number}} Settings
 *
 * @typedef {{path: string[], captured?: string[]}} MovePath
 * @typedef {{text: string, ways: MovePath[]}} Legal
 * @typedef {{ply: number, color: Color, text: string, path: string[], captured?: string[], promoted?: string[]}}
 *   RecordedMove
 *
 * @typedef {{white: number, black: number, running: Color | null, rests?: number}} Clocks seconds left when the message
 *   was sent, and for how many seconds more no time runs because of a holiday
 * @typedef {{said: "ask" | "dama-next" | "dama", by: Color, square: string, count?: number}} Announced
 *
 * @typedef {object} Now
 * @property {number} ply
 * @property {Color} turn
 * @property {string} fen
 * @property {Legal[]} [legal]
 * @property {string[]} [must]
 * @property {number} [must_count]
 * @property {string} [touched] the piece that has to be played
 * @property {Color | null} [draw_offer]
 * @property {Color | null} [takeback_offer]
 * @property {Color[]} [can_take_back]
 * @property {Announced[]} [announcements]
 * @property {Clocks | null} [clocks]
 * @property {Partial<Record<Color, number>>} [away] until when players are on holiday, in epoch seconds
 * @property {string} [result]
 * @property {string} [reason]
 * @property {Color | null} [rematch_offer]
 * @property {string} [rematch] the game that both sides went on to
 *
 * @typedef {"take-back" | "draw" | "resign" | "say" | "rematch" | "report" | "play-again" | "hint" | "new-game" |
 *   "lobby" | "leave" | "link" | "analyse" | "review" | "download"} Capability
 *
 * @typedef {object} Snapshot
 * @property {"snapshot"} type
 * @property {string} game
 * @property {number} version
 * @property {Settings} settings
 * @property {Seat} white
 * @property {Seat} black
 * @property {Color[]} you
 * @property {Capability[]} capabilities what the viewer may do besides playing moves
 * @property {string} start_fen
 * @property {RecordedMove[]} played
 * @property {Now} now
 *
 * @typedef {{event: string, by?: Color, ply?: number, phrase?: string, since?: number, until?: number}} TableEvent
 * @typedef {{type: "update", version: number, events: TableEvent[], played?: RecordedMove[], now: Now}} Update
 *
 * @typedef {object} Refused
 * @property {"refused"} type
 * @property {string} [id]
 * @property {string} code
 * @property {number} [count]
 * @property {number} [must_count]
 * @property {Legal[]} [instead]
 *
 * @typedef {{type: "done", id: string, version: number}} Done
 * @typedef {{type: "there", players: Color[], watching: number, claim?: number | null}} There who is connected to
 *   the game, on the server for many players
 * @typedef {{type: "ping"}} Ping to be answered at once: it measures the round-trip time
 * @typedef {Snapshot | Update | Refused | Done | There | Ping} ServerMessage
 *
 * @typedef {{type: "move", ply: number, move: string, color?: Color}} MoveRequest
 * @typedef {{type: "touch", ply: number, square: string, color?: Color}} TouchRequest
 * @typedef {{type: "resign" | "offer-draw" | "decline-draw" | "offer-takeback" | "decline-takeback" | "say" |
 *   "offer-rematch" | "decline-rematch", ply?: number, phrase?: string, color?: Color}} OtherRequest `ply`: of the
 *   move to take back
 */

export {};
