import type { Fields } from '../../checking/is-object.ts'

/** Rule between the fields of a body: the kernel checks it, and the documents print it. */
export type FieldRule = OneOf | FieldCase

/** Exactly one of the fields must be there. */
interface OneOf {
  readonly oneOf: readonly [string, string, ...string[]]
}

/** Fields that are needed or refused where another field has a certain value. */
interface FieldCase {
  readonly field: string
  readonly is: string
  readonly needs?: readonly string[]
  readonly refuses?: readonly string[]
  /** End of the refusal, after the name of the field: `an edge needs it`. */
  readonly reason: string
}

/** Describes the first rule that a body breaks; undefined where it breaks none. */
export function brokenRule(rules: readonly FieldRule[], body: Fields): string | undefined {
  for (const rule of rules) {
    const broken = 'oneOf' in rule ? wrongChoice(rule, body) : wrongField(rule, body)
    if (broken !== undefined) return broken
  }
  return undefined
}

function wrongChoice({ oneOf }: OneOf, body: Fields): string | undefined {
  if (oneOf.filter((name) => body[name] !== undefined).length === 1) return undefined
  return `expected either ${oneOf.map((name) => `'${name}'`).join(' or ')}, and not ${oneOf.length === 2 ? 'both' : 'more'}`
}

function wrongField({ field, is, needs = [], refuses = [], reason }: FieldCase, body: Fields): string | undefined {
  if (body[field] !== is) return undefined
  const wrong = needs.find((name) => body[name] === undefined) ?? refuses.find((name) => body[name] !== undefined)
  return wrong === undefined ? undefined : `'${wrong}': ${reason}.`
}
