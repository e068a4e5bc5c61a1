import reasons from 'statuses/codes.json' with { type: 'json' }

/** Reason phrase of a status, as servers of Node send it. */
export function statusText(status: number): string {
  return (reasons as Readonly<Record<string, string>>)[status] ?? 'unknown'
}
