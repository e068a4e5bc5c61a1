import * as v from 'valibot'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../../emulator/engine/checking/near-miss.ts'
import { pageAfter } from '../answer.ts'
import { readContract, type ServedContract } from '../contract.ts'
import { common, option, text } from '../input.ts'
import { findSchema, listSchemas } from '../schemas.ts'
import { tool } from '../tool.ts'
import { hasWords } from '../../has-words.ts'

/** Reads the contract, and schemas. */
export const clauses = tool({
  name: 'clauses',
  about:
    'The contract: statements of the specification, and assumptions where it is silent (A-7). `{}` is its first page. With `schema`, a JSON Schema by name instead.',
  input: {
    words: option(v.string(), 'Words that are all in the id, section or text: `record cursor`, `A-7`'),
    assumptions: option(v.boolean(), 'Only (true) or no (false) assumptions'),
    after: option(text, 'Statements after this id'),
    schema: option(
      text,
      'An endpoint (`POST /orgs`), a command, a table (`orgs`), `trigger`, `when`, `action`, `match`, `settings`, `scenario`, …; `*` lists all',
    ),
    ...common,
  },
  oneOf: ['words', 'schema'],
  examples: [{ words: 'record cursor' }, { schema: 'POST /orgs' }],
  readOnly: true,
  async run({ words = '', assumptions, after, schema }, { world, limit }) {
    if (schema === '*') return listSchemas(world)
    if (schema !== undefined) return findSchema(world, schema)
    const contract = await readContract(world)
    const statements = [
      ...(assumptions === true ? [] : contract.clauses),
      ...(assumptions === false ? [] : contract.assumptions),
    ]
    const found = statements.filter((row) => hasWords(words.trim().split(/\s+/), listTexts(row)))
    if (found.length === 0) {
      const ids = statements.map(({ id }) => id)
      throw new EmulatorError(`clauses: no statement has the words '${words}'${didYouMean(words, ids)}`)
    }
    return { found: found.length, ...pageAfter('statements', found, ({ id }) => id, { after, limit }) }
  },
})

function listTexts(row: ServedContract['clauses'][number] | ServedContract['assumptions'][number]): string[] {
  const { id, was = [] } = row
  return 'section' in row ? [id, row.statement, row.section, ...was] : [id, row.says, row.title, ...was]
}
