import { utf8Length } from '../world/row.ts'
import { Known, once, onceText } from './once.ts'
import { MAX_LISTS } from './same-list.ts'

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

/** What stands before a field of this name, up to its value: joined piece by piece, it would be half of the work. */
interface Lead {
  readonly name: string
  readonly first: string
  readonly next: string
  /** Within a text, which it ends, and up to within the next. */
  readonly between: string
}

/** Of the names of fields, which are few. Undefined for one that JSON does not write as it stands. */
const leadOf = onceText((name): Lead | undefined => {
  return other.test(name) ? undefined : { name, first: `"${name}":`, next: `,"${name}":`, between: `","${name}":"` }
})

const MAX_LEADS = 32

/** Those of the object before, whose fields are mostly those of the next. */
const leads: Lead[] = []

function leadAt(position: number, name: string): Lead | undefined {
  const last = leads[position]
  if (last !== undefined && last.name === name) return last
  const lead = leadOf(name)
  if (lead !== undefined && position < MAX_LEADS) leads[position] = lead
  return lead
}

/** The JSON of an object of plain words, which most records are: twice as fast as `JSON.stringify`. Undefined for any other. */
function plainJson(value: object): string | undefined {
  let text = '{'
  let within = false
  let position = 0
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]
    const lead = leadAt(position, name)
    if (lead === undefined) return undefined
    if (typeof field === 'string') {
      if (other.test(field)) return undefined
      text = `${text}${within ? lead.between : position === 0 ? `${lead.first}"` : `${lead.next}"`}${field}`
      within = true
    } else if (field === null) {
      text = `${within ? `${text}"` : text}${position === 0 ? lead.first : lead.next}null`
      within = false
    } else return undefined
    position++
  }
  return position === 0 ? undefined : within ? `${text}"}` : `${text}}`
}

function valuePiece(value: unknown): Piece {
  if (typeof value === 'string' && !other.test(value)) return { text: `"${value}"`, surplus: 0 }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return measured(JSON.stringify(value) ?? 'null')
  return rememberedPiece.known(value) ?? (Object.isFrozen(value) ? rememberedPiece(value) : pieceOf(value))
}

/** The longest text of a list that is remembered. */
const MAX_LIST_LENGTH = 16_384

const knownLists = new Known<readonly unknown[], Piece>(MAX_LISTS)

function listPiece(values: readonly unknown[]): Piece {
  const pieces = values.map(valuePiece)
  const text = `[${pieces.map((piece) => piece.text).join(',')}]`
  const piece = { text, surplus: pieces.reduce((sum, { surplus }) => sum + surplus, 0) }
  if (text.length <= MAX_LIST_LENGTH && Object.isFrozen(values) && values.every(isRecord)) knownLists.set(values, piece)
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
    let begun = !first
    for (const name in fields) {
      const value = (fields as Record<string, unknown>)[name]
      if (value === undefined) continue
      const lead = leadOf(name)
      if (lead !== undefined) this.#text += begun ? lead.next : lead.first
      else this.#add(measured(`${begun ? ',' : ''}${JSON.stringify(name)}:`))
      begun = true
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
