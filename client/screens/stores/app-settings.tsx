import { Code, List, Text, Title } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { CopyField } from '#client/ui/copy-field.tsx'
import { shopRefusals } from '#shared/shop-refusals.ts'
import { scopeList, shopScopes } from '#shared/shop-scopes.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import classes from './stores.module.css'

/** The refusals that Shopify shows on its own pages, so that the browser does not come back. */
const shownThere = ['wrongRedirect', 'unknownApp', 'scopeRefused'] as const

/** The redirect URL, as the server sends it to Shopify, and a warning where the browser is at another address than that. */
function RedirectUrl() {
  const { data, error } = api.stores.redirect.useQuery()
  const { origin } = window.location
  const served = data && new URL(data.redirectUrl).origin
  return (
    <>
      <CopyField label={connectMessages.appSettings.redirect} value={data?.redirectUrl ?? ''} />
      {error && (
        <Banner kind="error" mt="xs">
          {say(error)}
        </Banner>
      )}
      {served !== undefined && served !== origin && (
        <Banner kind="error" mt="xs">
          {connectMessages.appSettings.otherOrigin(origin, served)}
        </Banner>
      )}
    </>
  )
}

/** The app's settings at Shopify: scopes and what needs them, the redirect URL, and what to do where Shopify shows an error. */
export function AppSettings({ isApproved }: { isApproved: boolean }) {
  return (
    <section aria-labelledby="app-settings" className={classes.settings}>
      <Title order={3} id="app-settings">
        {connectMessages.appSettings.title}
      </Title>
      <Text size="sm" c="dimmed">
        {connectMessages.appSettings.hint}
      </Text>
      <CopyField label={connectMessages.appSettings.scopes} value={scopeList} />
      <List size="sm" mt="xs" aria-label={connectMessages.appSettings.needs}>
        {shopScopes.map(({ scope, needs, without }) => (
          <List.Item key={scope}>
            <Code>{scope}</Code> {needs}.{' '}
            <Text span size="sm" c="dimmed">
              {connectMessages.appSettings.without(without)}
            </Text>
          </List.Item>
        ))}
      </List>
      {isApproved && (
        <>
          <RedirectUrl />
          <Text size="sm" mt="md" fw={500}>
            {connectMessages.appSettings.errors}
          </Text>
          <List size="sm" mt={4}>
            {shownThere.map((kind) => (
              <List.Item key={kind}>
                {shopRefusals[kind].sentence} {shopRefusals[kind].next}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </section>
  )
}
