/** Words of a command line, as a POSIX shell would part them: quotes and backslashes, and nothing else. */
export function splitWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? ''
    if (quote === "'" ? character === "'" : quote === '"' && character === '"') quote = ''
    else if (quote === "'") word = (word ?? '') + character
    else if (character === '\\' && (quote === '' || '"\\$`'.includes(line[index + 1] ?? ' ')))
      word = (word ?? '') + (line[++index] ?? '')
    else if (quote === '' && (character === '"' || character === "'")) {
      quote = character
      word ??= ''
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  if (quote !== '') throw new Error(`the quote ${quote} is never closed in: ${line}`)
  if (word !== undefined) words.push(word)
  return words
}

/** Quotes a word for a shell, if it needs quotes. */
export function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
