/** A workflow command of GitHub Actions: an annotation, at a file where one is known. */
export function annotation(
  level: 'error' | 'warning',
  { title, file }: { readonly title: string; readonly file?: string },
  text: string,
): string {
  const place = file === undefined ? '' : `file=${property(file)},`
  return `::${level} ${place}title=${property(title)}::${data(text)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
