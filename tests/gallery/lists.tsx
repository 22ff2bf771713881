import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FilterChips } from '#client/ui/filter-chips.tsx'
import { ListRange } from '#client/ui/list-range.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { StatusTabs } from '#client/ui/status-tabs.tsx'
import { nothing } from './nothing.ts'

const tabs = ['All', 'Active', 'Draft'].map((label) => ({ value: label, label }))
const counts = new Map([
  ['All', 20_000],
  ['Draft', 87],
])
const chips = ['Status: Active', 'Tag: new'].map((label) => ({ field: label, key: label, label, patch: {} }))

export function Lists() {
  const [tab, setTab] = useState('All')
  return (
    <Stack gap="sm">
      <StatusTabs
        label="Status"
        tabs={tabs}
        counts={counts}
        value={tab}
        onChange={(chosen) => Promise.resolve(setTab(chosen))}
        actions={
          <ListToolbar isSearching={false} onSearching={nothing} isFiltering onFiltering={nothing} onKeys={nothing} filterCount={2}>
            {null}
          </ListToolbar>
        }
        chips={
          <FilterChips chips={chips} onRemove={nothing} onClear={nothing}>
            {(field) => <TextInput label={field} />}
          </FilterChips>
        }
      >
        <Pager status="50 products (more available)" page={2} hasPrevious hasNext={false} onPrevious={nothing} onNext={nothing}>
          <ListRange page={2} pageSize={50} shown={50} count={20_000} />
          <SelectedCount count={3} isAll={false} total={20_000} onAll={nothing} onClear={nothing} />
        </Pager>
      </StatusTabs>
    </Stack>
  )
}
