import type { TryUnit } from './units.ts'

export function UnitName({ unit: { transport, name } }: { unit: TryUnit }) {
  if (transport === 'socket')
    return (
      <>
        <span class="kind" data-kind="CALL">
          CALL
        </span>{' '}
        <span>{name}</span>
      </>
    )
  const [method = '', path = ''] = name.split(' ')
  // A long path breaks before a slash, not within a word.
  return (
    <>
      <span class="kind" data-kind={method}>
        {method}
      </span>{' '}
      <span>
        {path.split(/(?=\/)/).map((part, index) => (
          <span key={index}>
            <wbr />
            {part}
          </span>
        ))}
      </span>
    </>
  )
}
