import { Transform } from 'node:stream'

/** Maximum of bytes in a message. */
export const MAX_LINE = 10 * 1024 * 1024

/** Bytes at both ends of a line that is too long, in which its id is looked for. */
const KEPT = 256

const NEWLINE = 0x0a

type Id = string | number | null

/** Passes whole lines on. A line above `max` bytes is dropped, and only its id reported. */
export class BoundedLines extends Transform {
  readonly #max: number
  readonly #tooLong: (id: Id) => void
  #pieces: Buffer[] = []
  #length = 0
  #tail = Buffer.alloc(0)

  constructor(tooLong: (id: Id) => void, max = MAX_LINE) {
    super({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#split(chunk)
        done()
      },
    })
    this.#tooLong = tooLong
    this.#max = max
  }

  #split(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end + 1))
      this.#endLine()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
  }

  #add(piece: Buffer): void {
    this.#length += piece.length
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-KEPT)]).subarray(-KEPT)
    if (this.#length <= this.#max) this.#pieces.push(piece)
    else this.#pieces = [Buffer.concat([...this.#pieces, piece]).subarray(0, KEPT)]
  }

  #endLine(): void {
    const line = Buffer.concat(this.#pieces)
    if (this.#length <= this.#max) this.push(line)
    else this.#tooLong(findId(line.toString(), this.#tail.toString()))
    this.#pieces = []
    this.#length = 0
    this.#tail = Buffer.alloc(0)
  }
}

/** Id of a message, if it is the first field, or the last as clients of the protocol write it. */
function findId(head: string, tail: string): Id {
  const found =
    /"id"\s*:\s*(\d+|"[^"\\]*")\s*\}\s*$/.exec(tail) ??
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+|"[^"\\]*")/.exec(head)
  return found === null ? null : (JSON.parse(found[1]!) as Id)
}
