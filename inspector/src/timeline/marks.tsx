import { describeStep } from '../record/describe-step.ts'
import type { Line } from './line.ts'

interface Mark {
  readonly word: string
  readonly kind?: 'bad' | 'acted'
  readonly title: string
}

/** Words for what is special about an entry; the whole text shows on hover, and beside them where there is room. */
export function Marks({ line }: { line: Line }) {
  return (
    <span class="marks">
      {listMarks(line).map(({ word, kind = '', title }) => (
        <span key={word} class={`mark ${kind}`} title={title}>
          {word}
        </span>
      ))}
      <span class="aside dim">{[...line.triggers, ...line.notes].join(' · ')}</span>
    </span>
  )
}

export function markWords(line: Line): string[] {
  return listMarks(line).map(({ word }) => word)
}

function listMarks(line: Line): Mark[] {
  const { triggers, notes, other_branch: other, step } = line
  const marks: Mark[] = []
  if (step !== undefined)
    marks.push({
      word: `step ${step.number}`,
      ...(step.status === 'failed' && { kind: 'bad' }),
      title: describeStep(step),
    })
  if (line.request !== null && line.defect !== undefined)
    marks.push({ word: 'defect', kind: 'bad', title: 'Defect of the emulator' })
  if (triggers.length > 0) marks.push({ word: 'trigger', kind: 'acted', title: `Acted: ${triggers.join(', ')}` })
  if (other) marks.push({ word: 'other branch', title: 'The world has gone back to where this had not happened' })
  if (notes.length > 0) marks.push({ word: 'note', title: notes.join('\n') })
  return marks
}
