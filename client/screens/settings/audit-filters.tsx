import { NativeSelect, TextInput } from '@mantine/core'
import { changeLayout } from '#client/session/list-layout.ts'
import { ColumnsMenu } from '#client/ui/columns-menu.tsx'
import { defaultLayout, listColumns, type ListLayout } from '#shared/list-layout.ts'
import { decisions, type AuditDraft } from './audit-filter.ts'
import { auditColumns } from './audit-table.tsx'
import classes from './audit.module.css'

type Props = { draft: AuditDraft; onChange: (draft: AuditDraft) => void; layout: ListLayout<'audit'> }

/** What the audit log is narrowed to, and which of its columns are shown. */
export function AuditFilters({ draft, onChange, layout: { columns, density } }: Props) {
  const bind = (field: keyof AuditDraft) => ({
    size: 'xs' as const,
    value: draft[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ ...draft, [field]: currentTarget.value }),
  })
  return (
    <div className={classes.filters}>
      <TextInput label="Action begins with" placeholder="users." {...bind('action')} />
      <TextInput label="Who" placeholder="Email or id" {...bind('actor')} />
      <NativeSelect label="Decision" data={[{ value: '', label: 'Any' }, ...decisions]} {...bind('decision')} />
      <TextInput label="From" type="date" {...bind('from')} />
      <TextInput label="To" type="date" {...bind('to')} />
      <div className={classes.columns}>
        <ColumnsMenu
          columns={listColumns.audit.map((key) => ({ key, label: auditColumns[key].label }))}
          shown={columns}
          density={density}
          onChange={(audit) => changeLayout({ audit })}
          onWidth={null}
          onReset={() => changeLayout({ audit: defaultLayout('audit') })}
        />
      </div>
    </div>
  )
}
