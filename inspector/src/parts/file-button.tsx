interface Props {
  readonly label: string
  readonly accept: string
  readonly onFile: (file: File) => unknown
}

/** Button that reads a file. The field of the browser is there for keyboards and screen readers, and unseen. */
export function FileButton({ label, accept, onFile }: Props) {
  const chosen = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (file !== undefined) await onFile(file)
    // Browsers tell of a file that is chosen twice only when the field was emptied.
    input.value = ''
  }
  return (
    <label class="button file">
      {label}
      <input type="file" accept={accept} onChange={({ currentTarget }) => chosen(currentTarget)} />
    </label>
  )
}
