/** What every browser has and some versions of Node.js do not, for modules that need it as soon as they are loaded. */

globalThis.WebSocket ??= class WebSocket extends EventTarget {};
