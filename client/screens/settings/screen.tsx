import { Tabs, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Can } from '#client/session/can.tsx'
import { useViewer } from '#client/session/viewer.ts'
import { GuideLink } from '#client/ui/guide-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { can } from '#shared/access.ts'
import { productTitle, productVersion } from '#shared/brand.ts'
import { AuditTab } from './audit-tab.tsx'
import { GoogleTab } from './google/google-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SettingsTab } from './route.ts'
import { SecurityTab } from './security/security-tab.tsx'
import { ServiceAccounts } from './service-accounts/service-accounts.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import classes from './settings.module.css'
import { settingsTabs } from './tabs.ts'
import { WebhooksTab } from './webhooks/webhooks-tab.tsx'

const CatalogueTab = lazyBehind(async () => (await import('./catalogue/catalogue-tab.tsx')).CatalogueTab)
const DestinationsTab = lazyBehind(async () => (await import('./destinations/destinations-tab.tsx')).DestinationsTab)
const SystemTab = lazyBehind(async () => (await import('./system/system-tab.tsx')).SystemTab)

const route = getRouteApi('/signed-in/settings')

export function SettingsScreen() {
  const viewer = useViewer()
  const { tab: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const permitted = settingsTabs.filter(({ needs }) => can(viewer, needs))
  const tab = permitted.some(({ value }) => value === asked) ? asked : 'profile'
  return (
    <>
      <PageTitle title="Settings" subtitle="Manage your profile and CMS settings" />
      <Tabs value={tab} keepMounted={false} onChange={(value) => void navigate({ search: { tab: SettingsTab.parse(value) } })}>
        <Tabs.List className={classes.tabs ?? ''}>
          {permitted.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile" className={classes.column ?? ''}>
          <ProfileTab />
        </Tabs.Panel>
        <Tabs.Panel value="security" className={classes.column ?? ''}>
          <SecurityTab />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={classes.column ?? ''}>
          <SessionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="keys" className={classes.column ?? ''}>
          <KeysTab />
          <Can do="serviceAccounts.manage">
            <ServiceAccounts />
          </Can>
        </Tabs.Panel>
        <Tabs.Panel value="webhooks" className={classes.column ?? ''}>
          <WebhooksTab />
        </Tabs.Panel>
        <Tabs.Panel value="destinations" className={classes.column ?? ''}>
          <Suspense fallback={<CentredSpinner label="Loading destinations" />}>
            <DestinationsTab />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="catalogue" className={classes.column ?? ''}>
          <Suspense fallback={<CentredSpinner label="Loading the copies" />}>
            <CatalogueTab />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="google" className={classes.column ?? ''}>
          <GoogleTab />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTab />
        </Tabs.Panel>
        <Tabs.Panel value="system">
          <Suspense fallback={<CentredSpinner label="Loading the state of the system" />}>
            <SystemTab />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <Text size="xs" c="dimmed" mt={24}>
        {productTitle} {productVersion} · <GuideLink>Guides</GuideLink>
      </Text>
    </>
  )
}
