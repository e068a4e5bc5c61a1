import type { Asked } from './asked.ts'

/** A mark before a saved value: change it to upper case, or change its first, middle or last character. */
const mark = /svc-drift-(upper|first|middle|last)-([^/?&"\s]+)/g

/** Changes the marked values of a request, which test edge cases. */
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
