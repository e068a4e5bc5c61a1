/** A page with other content between the comments `<name>:begin` and `<name>:end`. */
export function between(page: string, name: string, content: string): string {
  const [, head, , tail] =
    new RegExp(`^([\\s\\S]*<!-- ${name}:begin[^\\n]*-->\\n)([\\s\\S]*?)(<!-- ${name}:end -->[\\s\\S]*)$`).exec(page) ??
    []
  if (head === undefined || tail === undefined)
    throw new Error(`the page lacks the comments ${name}:begin and ${name}:end`)
  return `${head}${content}\n${tail}`
}
