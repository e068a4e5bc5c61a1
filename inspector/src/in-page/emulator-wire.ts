import type { Emulator } from '../../../emulator/index.ts'
import type { Wire } from '../source/control-source.ts'
import type { Dialled, SocketEvents } from '../source/source.ts'

/** Address of a served emulator, used in commands that are copied from the page. */
export const ORIGIN = 'http://127.0.0.1:4010'

/** Wire to an emulator that runs in the page. `prefix` names a world beside its main one: `/w/w1`. */
export function emulatorWire(emulator: Emulator, prefix = ''): Wire {
  return {
    base: `${ORIGIN}${prefix}/__emulator`,
    headers: {},
    fetch: (url, init) => emulator.fetch(url, init),
    dial: (url, socket) => dial(emulator, url, socket),
  }
}

function dial(emulator: Emulator, url: string, { opened, heard, closed }: SocketEvents): Dialled {
  // Socket events arrive asynchronously, as from a network.
  const later = (tell: () => void) => queueMicrotask(tell)
  const session = emulator.connect({
    url,
    send: (text) => later(() => heard(text)),
    close: (code, reason) => later(() => closed(code, reason)),
  })
  later(opened)
  return {
    send: (text) => session.receive(text),
    close: () => session.close(1000, ''),
  }
}
