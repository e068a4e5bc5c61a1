import { utf8Length } from '../world/row.ts'
import { Known, once, onceText } from './once.ts'
import { MOST_LISTS } from './same-list.ts'

/** JSON, with its length in UTF-8. */
export interface Json {
  readonly text: string
  readonly bytes: number
}

/**
 * The JSON of an object that is answered, with members in front of its own (`"status":"success"`, ASCII). What is frozen in it is a
 * record or made of one, and never changes: its JSON is made and measured once, for whichever answers show it. For a listing that is
 * most of the work.
 */
export function jsonObject(fields: object, members = ''): Json {
  const writer = new Writer(`{${members}`)
  writer.members(fields, members === '')
  return writer.end()
}

/** The JSON of any value. */
export function jsonOf(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return jsonObject(value)
  const text = JSON.stringify(value)
  return { text, bytes: utf8Length(text) }
}

/** `surplus`: bytes of its UTF-8 beyond one for each UTF-16 unit. */
interface Piece {
  readonly text: string
  readonly surplus: number
}

function measured(text: string): Piece {
  return { text, surplus: utf8Length(text) - text.length }
}

/** Measuring also makes one string of what was joined: whoever answers it again does not join it again. */
const rememberedPiece = once((value: object) => measured(plainJson(value) ?? JSON.stringify(value)))

function pieceOf(value: object): Piece {
  const plain = plainJson(value)
  return plain === undefined ? measured(JSON.stringify(value)) : { text: plain, surplus: 0 }
}

/** What JSON writes as it stands is printable ASCII but for two characters. */
const other = /[^ !#-[\]-~]/

/** Of the names of fields, which are few. */
const isPlain = onceText((name) => !other.test(name))

/** The JSON of an object of plain words, which most records are: twice as fast as `JSON.stringify`. Undefined for any other. */
function plainJson(value: object): string | undefined {
  let text = '{'
  let separator = '"'
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]
    if (typeof field === 'string') {
      if (other.test(field) || !isPlain(name)) return undefined
      text += `${separator}${name}":"${field}"`
    } else if (field === null && isPlain(name)) text += `${separator}${name}":null`
    else return undefined
    separator = ',"'
  }
  return separator === '"' ? undefined : `${text}}`
}

function valuePiece(value: unknown): Piece {
  if (typeof value === 'string' && !other.test(value)) return { text: `"${value}"`, surplus: 0 }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return measured(JSON.stringify(value) ?? 'null')
  return rememberedPiece.known(value) ?? (Object.isFrozen(value) ? rememberedPiece(value) : pieceOf(value))
}

/** The longest text of a list that is remembered. */
const LONGEST_LIST = 16_384

const knownLists = new Known<readonly unknown[], Piece>(MOST_LISTS)

function listPiece(values: readonly unknown[]): Piece {
  const pieces = values.map(valuePiece)
  const text = `[${pieces.map((piece) => piece.text).join(',')}]`
  const piece = { text, surplus: pieces.reduce((sum, { surplus }) => sum + surplus, 0) }
  if (text.length <= LONGEST_LIST && Object.isFrozen(values) && values.every(isRecord)) knownLists.set(values, piece)
  return piece
}

/** Whether a value is an object that never changes: its text is remembered then. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && rememberedPiece.known(value) !== undefined
}

class Writer {
  #text: string
  #surplus = 0

  /** `start` is ASCII, as is all that the writer adds of its own. */
  constructor(start: string) {
    this.#text = start
  }

  end(): Json {
    const text = `${this.#text}}`
    return { text, bytes: text.length + this.#surplus }
  }

  members(fields: object, first: boolean): void {
    let separator = first ? '' : ','
    for (const name in fields) {
      const value = (fields as Record<string, unknown>)[name]
      if (value === undefined) continue
      if (isPlain(name)) this.#text += `${separator}"${name}":`
      else this.#add(measured(`${separator}${JSON.stringify(name)}:`))
      separator = ','
      if (Array.isArray(value)) this.#array(value)
      else this.#value(value)
    }
  }

  #array(values: readonly unknown[]): void {
    this.#add(knownLists.get(values) ?? listPiece(values))
  }

  #value(value: unknown): void {
    this.#add(valuePiece(value))
  }

  #add({ text, surplus }: Piece): void {
    this.#text += text
    this.#surplus += surplus
  }
}
