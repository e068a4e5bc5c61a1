import type { Asked } from './asked.ts'

/** Change of a value that a probe saved: to upper case, or to another first, middle or last character. */
const mark = /svc-drift-(upper|first|middle|last)-([^/?&"\s]+)/g

/** A request with the marked values of its probe changed, so that it asks about an edge. */
export function applyMarks(asked: Asked): Asked {
  if (asked.via === 'socket') return { ...asked, params: JSON.parse(change(JSON.stringify(asked.params))) as unknown }
  return {
    ...asked,
    path: change(asked.path),
    body: typeof asked.body === 'string' ? change(asked.body) : asked.body,
  }
}

function change(text: string): string {
  return text.replace(mark, (_, how: string, value: string) => {
    if (how === 'upper') return value.toUpperCase()
    const place = how === 'first' ? 0 : how === 'last' ? value.length - 1 : Math.floor(value.length / 2)
    return value.slice(0, place) + otherCharacter(value[place]!) + value.slice(place + 1)
  })
}

function otherCharacter(character: string): string {
  return character === 'A' ? 'B' : 'A'
}
