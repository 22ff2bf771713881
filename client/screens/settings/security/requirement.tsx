import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { settingsQuery } from '#client/shell/settings.ts'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import { roles } from '#shared/roles.ts'
import classes from '../settings.module.css'

const choices = [
  { value: '', label: 'Nobody' },
  ...roles.map(({ display_name: name, level }) => ({ value: String(level), label: `${name} and above` })),
]

/** The lowest role that must have a second factor; for owners. A button saves it, because arrow keys pass through other roles. */
export function Requirement() {
  const { data } = useQuery(settingsQuery)
  const [chosen, setChosen] = useState<string>()
  const update = api.settings.update.useMutation({
    onSuccess: async () => {
      await Promise.all([cache.settings.get.invalidate(), cache.profile.security.invalidate()])
      setChosen(undefined)
    },
  })
  const saved = String(data?.settings.second_factor_level ?? '')
  const value = chosen ?? saved
  return (
    <section className={classes.panel} aria-labelledby="requirement">
      <Title order={2} id="requirement">
        Your team
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        People without a second factor must set one up here before they can open other screens.
      </Text>
      <NativeSelect
        label="Require a second factor from"
        maw={320}
        data={choices}
        disabled={!data}
        value={value}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button
        size="xs"
        mt="md"
        disabled={value === saved}
        loading={update.isPending}
        onClick={() => update.mutate({ second_factor_level: value === '' ? null : Number(value) })}
      >
        Save requirement
      </Button>
      {update.error && (
        <Banner kind="error" mt="md">
          {say(update.error, messages.settings.saveFailed)}
        </Banner>
      )}
    </section>
  )
}
