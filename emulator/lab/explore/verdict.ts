export const verdicts = [
  'survived',
  'reported',
  'wrong-output',
  'wrong-world',
  'silent-cut',
  'hung',
  'crashed',
  'storm',
  'leaked-secret',
] as const

export type Verdict = (typeof verdicts)[number]
