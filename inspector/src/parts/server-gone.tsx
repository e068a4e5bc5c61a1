/** Banner for as long as the server does not answer. */
export function ServerGone() {
  return (
    <div class="gone" role="alert">
      <strong>The emulator does not answer.</strong> You see what was last known. The page goes on by itself when the
      emulator is back.
    </div>
  )
}
