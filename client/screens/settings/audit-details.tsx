import type { AuditEntry } from '#shared/audit.ts'
import { linesOf, type Line, type Names } from './audit-words.ts'
import classes from './audit.module.css'

function Value({ line: { value, before } }: { line: Line }) {
  if (before === undefined) return value
  return (
    <>
      <del>{before}</del> <span aria-hidden>→</span> <ins>{value}</ins>
    </>
  )
}

/** The target of an entry, and below it the requested or changed values. */
export function AuditDetailsRow({ entry: { target, target_name: name, details }, names }: { entry: AuditEntry; names: Names }) {
  const lines = details ? linesOf(details, names) : []
  return (
    <>
      <span title={target ?? undefined}>{name ?? (target && (names.get(target) ?? target))}</span>
      {lines.length > 0 && (
        <dl className={classes.details}>
          {lines.map((line) => (
            <div key={line.field}>
              <dt>{line.field}</dt>
              <dd>
                <Value line={line} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
