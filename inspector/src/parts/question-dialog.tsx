import { useEffect, useRef } from 'preact/hooks'
import type { Question } from '../session.ts'

/** Confirms an action that cannot be undone. Escape cancels. */
export function QuestionDialog({ question }: { question: Question | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (question !== undefined) dialog.current!.showModal()
  }, [question])
  if (question === undefined) return null
  const answer = (yes: boolean) => () => question.answer(yes)
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={answer(false)}>
      <h2 id="question">{question.title}</h2>
      <p>{question.text}</p>
      <div class="tools end">
        <button autoFocus onClick={answer(false)}>
          Cancel
        </button>
        <button class="danger" onClick={answer(true)}>
          {question.yes}
        </button>
      </div>
    </dialog>
  )
}
