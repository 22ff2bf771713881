import { Tabs } from '@mantine/core'
import { Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { PageTitle } from '#client/ui/page-title.tsx'

/** The tabs of the screen. Each has an address of its own. */
const tabs = [
  { to: '/jobs', label: 'Jobs' },
  { to: '/jobs/schedules', label: 'Schedules' },
] as const

export function JobsFrame() {
  const navigate = useNavigate()
  const isAt = useMatchRoute()
  const { to: shown } = tabs.find(({ to }) => isAt({ to })) ?? tabs[0]
  const open = (pressed: string | null) => {
    const tab = tabs.find(({ to }) => to === pressed)
    if (tab) void navigate({ to: tab.to })
  }
  return (
    <>
      <PageTitle title="Jobs" subtitle="Exports from your stores, newest first, and those that run by themselves" />
      <Tabs value={shown} onChange={open} keepMounted={false}>
        <Tabs.List aria-label="Jobs" mb="md">
          {tabs.map(({ to, label }) => (
            <Tabs.Tab key={to} value={to}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ to }) => (
          <Tabs.Panel key={to} value={to}>
            <Outlet />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
