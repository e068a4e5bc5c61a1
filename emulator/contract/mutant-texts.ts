import type { Sentence } from './section.ts'
import { sections } from './sections.ts'
import type { StatementVariant } from './variants.ts'

const texts = new Map<string, string>()
for (const { rows } of sections)
  for (const [clause, row] of Object.entries<string | Sentence>(rows)) {
    const { broken = [] }: Partial<Sentence> = typeof row === 'string' ? {} : row
    for (const [n, { breaks }] of broken.entries()) texts.set(n === 0 ? clause : `${clause}/${n + 1}`, breaks)
  }

/** The rule of an alternative; for a mutant the end of the sentence "the emulator …", which a page does not load. */
export function describeVariant(variant: StatementVariant): string {
  return 'says' in variant ? variant.says : texts.get(variant.id)!
}
