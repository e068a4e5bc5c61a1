import type { Edit, Mutation } from '../../contract/mutation.ts'

/** Tells if two mutants change different fields of an answer, so that both can be carried out on it. */
export function editOtherFields(one: Mutation | undefined, other: Mutation | undefined): boolean {
  const [first, second] = [editedFields(one), editedFields(other)]
  return first?.every((field) => second?.every((each) => areApart(field, each)) === true) === true
}

/** Paths that a mutant reads or writes; undefined for one that does more than to edit fields. */
function editedFields(by: Mutation | undefined): string[] | undefined {
  if (by === undefined) return undefined
  if (by.mutator === 'answer') return by.edits.flatMap(findFields)
  if (by.mutator !== 'wire') return undefined
  const { mutator: _, edits = [], ...more } = by
  return Object.keys(more).length === 0 ? edits.flatMap(findFields) : undefined
}

function findFields(edit: Edit): string[] {
  const sibling = edit.op === 'rename' ? edit.to : edit.op === 'copy' ? edit.from : undefined
  return edit.path.split('|').flatMap((each) => {
    const path = each.trim()
    // A list that gets shorter has fewer items to edit.
    if (edit.op === 'list') return ['*']
    return sibling === undefined ? [path] : [path, [...path.split('.').slice(0, -1), sibling].join('.')]
  })
}

const areApart = (one: string, other: string): boolean => one !== other && !holds(one, other) && !holds(other, one)

/** True for a field that contains the other one; `*` matches the items of any list. */
const holds = (outer: string, inner: string): boolean =>
  inner.startsWith(`${outer}.`) || (outer === '*' && inner.includes('.*.'))
