import { useSession } from '../session.ts'

/** Copies a text that is made when the button is pressed. */
export function CopyButton({
  text,
  children,
  title,
  label,
}: {
  text: () => string | Promise<string>
  children: string
  title?: string
  /** Name for screen readers, where the visible text is a part of it. */
  label?: string
}) {
  const session = useSession()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text())
      session.say('Copied.')
    } catch (error) {
      // Browsers give access to the clipboard only on loopback and https.
      if (navigator.clipboard === undefined)
        session.toasts.complain(
          'This browser gives no access to the clipboard at this address; open the page at 127.0.0.1 or over https.',
        )
      else session.failed(error)
    }
  }
  return (
    <button class="copy" title={title} aria-label={label} onClick={copy}>
      {children}
    </button>
  )
}
