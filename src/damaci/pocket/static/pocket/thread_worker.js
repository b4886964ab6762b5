// Another thread of a search: an instance of the kernel that shares the memory of the one in search_worker.js, which
// starts this with {module, memory, room}. `room` is the address of memory for this thread alone.

import { instantiate } from "./kernel.js";

/** The functions that the kernel calls only from the thread of the search. */
const NOTHING = { report: () => undefined, is_stopped: () => 0 };

globalThis.onmessage = (
  /** @type {{data: {module: WebAssembly.Module, memory: WebAssembly.Memory, room: number}}} */ { data },
) => {
  const { module, memory, room } = data;
  const kernel = instantiate(module, NOTHING, memory);
  kernel.__stack_pointer.value = room + kernel.thread_room_size();
  kernel.__wasm_init_tls(room);
  postMessage("ready");
  kernel.thread_help(); // It ends with this worker.
};
