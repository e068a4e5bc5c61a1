import type { ExploreReport } from '../report.ts'

/** An annotation for each finding (workflow commands of GitHub Actions). */
export function exploreGithub({ findings, experiments }: ExploreReport): string {
  const lines = findings.map(({ verdict, what, because, lesson, cases }) => (
    `::error title=${property(`${verdict}: ${what}`)}::${data(`at ${cases.map(({ point }) => point ?? 'the whole run').join(', ')}\n${because}\n${lesson}`)}`
  ))
  return [...lines, `${experiments.length} experiments, ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`, ''].join('\n')
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
