type Values = Readonly<Record<string, unknown>>

/** What the fields of a body must do together: the kernel checks it, and the documents print it. */
export type FieldRule = OneOf | Case

/** One of the fields, and no more than one. */
export interface OneOf {
  readonly oneOf: readonly [string, string, ...string[]]
}

/** What holds for the other fields where one has a certain value. */
export interface Case {
  readonly field: string
  readonly is: string
  readonly needs?: readonly string[]
  readonly refuses?: readonly string[]
  /** Ends the sentence that a refusal begins with the name of the field: `an edge needs it`. */
  readonly reason: string
}

/** Says which rule a body breaks; undefined for a body that keeps them all. */
export function brokenRule(rules: readonly FieldRule[], body: Values): string | undefined {
  for (const rule of rules) {
    const broken = 'oneOf' in rule ? wrongChoice(rule, body) : wrongField(rule, body)
    if (broken !== undefined) return broken
  }
  return undefined
}

function wrongChoice({ oneOf }: OneOf, body: Values): string | undefined {
  if (oneOf.filter((name) => body[name] !== undefined).length === 1) return undefined
  return `expected either ${oneOf.map((name) => `'${name}'`).join(' or ')}, and not ${oneOf.length === 2 ? 'both' : 'more'}`
}

function wrongField({ field, is, needs = [], refuses = [], reason }: Case, body: Values): string | undefined {
  if (body[field] !== is) return undefined
  const wrong = needs.find((name) => body[name] === undefined) ?? refuses.find((name) => body[name] !== undefined)
  return wrong === undefined ? undefined : `'${wrong}': ${reason}.`
}
