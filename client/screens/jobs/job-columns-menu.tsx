import { changeLayout, useTableLayout } from '#client/session/list-layout.ts'
import { ColumnsMenu } from '#client/ui/columns-menu.tsx'
import { defaultLayout, listColumns } from '#shared/list-layout.ts'
import { jobColumns } from './columns.tsx'

/** Which columns the jobs table shows, and how tall its rows are. */
export function JobColumnsMenu() {
  const { columns, density } = useTableLayout('jobs')
  return (
    <ColumnsMenu
      columns={listColumns.jobs.map((key) => ({ key, label: jobColumns[key].label }))}
      shown={columns}
      density={density}
      onChange={(jobs) => changeLayout({ jobs })}
      onWidth={null}
      onReset={() => changeLayout({ jobs: defaultLayout('jobs') })}
    />
  )
}
