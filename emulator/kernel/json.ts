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
  const writer = new Writer()
  writer.ascii(`{${members}`)
  writer.members(fields, members === '')
  writer.ascii('}')
  return writer
}

export function jsonText(value: unknown): string {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? jsonObject(value).text : JSON.stringify(value)
}

const jsonOf = once((value: object): Json => measured(JSON.stringify(value)))

function measured(text: string): Json {
  return { text, bytes: utf8Length(text) }
}

const word = /^\w+$/

class Writer implements Json {
  text = ''
  bytes = 0

  ascii(text: string): void {
    this.text += text
    this.bytes += text.length
  }

  members(fields: object, first: boolean): void {
    let separator = first ? '' : ','
    for (const name in fields) {
      const value = (fields as Record<string, unknown>)[name]
      if (value === undefined) continue
      if (word.test(name)) this.ascii(`${separator}"${name}":`)
      else this.#json(measured(`${separator}${JSON.stringify(name)}:`))
      separator = ','
      if (Array.isArray(value)) this.#array(value)
      else this.#value(value)
    }
  }

  #array(values: readonly unknown[]): void {
    this.ascii('[')
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.ascii(',')
      this.#value(values[i])
    }
    this.ascii(']')
  }

  #value(value: unknown): void {
    const known = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.isFrozen(value)
    this.#json(known ? jsonOf(value) : measured(JSON.stringify(value) ?? 'null'))
  }

  #json({ text, bytes }: Json): void {
    this.text += text
    this.bytes += bytes
  }
}
