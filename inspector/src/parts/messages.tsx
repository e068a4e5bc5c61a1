import type { Session } from '../session.ts'

/** Short-lived messages of the page, announced by screen readers. */
export function Messages({ session }: { session: Session }) {
  return (
    <div class="messages" role="status" aria-live="polite">
      {session.messages.map((message) => (
        <div key={message.key} class={message.bad ? 'message bad' : 'message'}>
          <span>{message.text}</span>
          <button class="quiet" aria-label="Dismiss" onClick={() => session.dismiss(message)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
