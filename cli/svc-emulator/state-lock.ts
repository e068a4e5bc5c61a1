/** Who has a state file: sockets that its server listens on. They end with the process, so that no clock decides. */
import { createHash } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Length that the path of a socket may have on every system. */
const MAX_SOCKET_PATH = 100

/** Milliseconds until a server that accepts connections has said which process it is. */
const ANSWER_MS = 2_000

interface HeldLock {
  readonly server: Server
  /** Inode of the socket, to know it from one that another server made in its place. */
  readonly inode: number | undefined
}

/** The lock of a file: `<file>.lock` beside it, and a socket that `git clean` does not remove. */
export class StateLock {
  readonly #places: readonly string[]
  readonly #held = new Map<string, HeldLock>()

  constructor(target: string) {
    const name = `svc-emulator-${createHash('sha256').update(target).digest('hex').slice(0, 16)}`
    const places =
      process.platform === 'win32' ? [`\\\\.\\pipe\\${name}`] : [join(tmpdir(), `${name}.sock`), `${target}.lock`]
    this.#places = places.filter((place) => Buffer.byteLength(place) <= MAX_SOCKET_PATH)
  }

  /**
   * Takes the file, or what is missing of its lock. Locks of processes that have ended are replaced.
   *
   * @returns the process that has the file, in words; undefined if this one has it
   */
  async take(): Promise<string | undefined> {
    for (const place of this.#places) {
      const holder = await this.#takePlace(place)
      if (holder !== undefined) return holder
    }
    return undefined
  }

  async #takePlace(place: string): Promise<string | undefined> {
    const held = this.#held.get(place)
    if (held !== undefined && (await inodeAt(place)) === held.inode) return undefined
    for (;;) {
      const server = await listen(place)
      // File systems without sockets: the other place, and a look at the file before each save, have to do.
      if (server === 'none') return undefined
      if (server !== 'taken') {
        this.#held.set(place, { server, inode: await inodeAt(place) })
        return undefined
      }
      const holder = await replaceEnded(place)
      if (holder !== undefined) return holder
    }
  }

  async release(): Promise<void> {
    for (const [place, { server, inode }] of this.#held)
      // Closing removes the path, which may be that of another server by now.
      if ((await inodeAt(place)) === inode) await new Promise((closed) => server.close(closed))
    this.#held.clear()
  }
}

async function inodeAt(place: string): Promise<number | undefined> {
  return stat(place).then(
    ({ ino }) => ino,
    () => undefined,
  )
}

function listen(place: string): Promise<Server | 'taken' | 'none'> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`process ${process.pid} on ${hostname()}`)
  })
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE' ? 'taken' : 'none'))
    server.listen(place, () => resolve(server.unref()))
  })
}

/** Removes the socket of a process that has ended. Returns who answers at it otherwise. */
async function replaceEnded(place: string): Promise<string | undefined> {
  const holder = await ask(place)
  if (holder !== undefined || process.platform === 'win32') return holder
  // Another server may have replaced it meanwhile: look again at what was moved away.
  const moved = `${place}.${process.pid}`
  await rename(place, moved).catch(() => {})
  const other = await ask(moved)
  if (other !== undefined) await rename(moved, place)
  else await rm(moved, { recursive: true, force: true })
  return other
}

/** Asks a socket for its process. Undefined if nobody listens any more. */
function ask(place: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(place)
    const silent = (): void => {
      socket.destroy()
      resolve('a process that does not answer')
    }
    const timer = setTimeout(silent, ANSWER_MS)
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => void (text += piece))
    socket.on('end', () => resolve(text))
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EACCES' ? 'a process of another user' : undefined),
    )
    socket.on('close', () => clearTimeout(timer))
  })
}
