import { utf8Length } from '../world/row.ts'
import { once } from './once.ts'

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

function pieceOf(value: object): Piece {
  const text = plainJson(value)
  return text === undefined ? measured(JSON.stringify(value)) : { text, surplus: 0 }
}

const rememberedPiece = once(pieceOf)

/** What JSON writes as it stands is printable ASCII but for two characters. */
const other = /[^ !#-[\]-~]/

/** The JSON of an object of plain words, which most records are: twice as fast as `JSON.stringify`. Undefined for any other. */
function plainJson(value: object): string | undefined {
  let text = '{'
  let separator = '"'
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]
    if (typeof field === 'string') {
      if (other.test(field) || other.test(name)) return undefined
      text += `${separator}${name}":"${field}"`
    } else if (field === null && !other.test(name)) text += `${separator}${name}":null`
    else return undefined
    separator = ',"'
  }
  return separator === '"' ? undefined : `${text}}`
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
      if (other.test(name)) this.#add(measured(`${separator}${JSON.stringify(name)}:`))
      else this.#text += `${separator}"${name}":`
      separator = ','
      if (Array.isArray(value)) this.#array(value)
      else this.#value(value)
    }
  }

  #array(values: readonly unknown[]): void {
    this.#text += '['
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.#text += ','
      this.#value(values[i])
    }
    this.#text += ']'
  }

  #value(value: unknown): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.#add(measured(JSON.stringify(value) ?? 'null'))
    else this.#add(rememberedPiece.known(value) ?? (Object.isFrozen(value) ? rememberedPiece(value) : pieceOf(value)))
  }

  #add({ text, surplus }: Piece): void {
    this.#text += text
    this.#surplus += surplus
  }
}
