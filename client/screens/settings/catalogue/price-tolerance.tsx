import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Banner } from '#client/ui/banner.tsx'
import { catalogueClashesMessages } from '#shared/catalogue-clashes-messages.ts'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import { limits } from '#shared/limits.ts'
import classes from '../settings.module.css'

/** How much prices may differ between stores before they clash, for owners. */
export function PriceTolerance({ percent }: { percent: number }) {
  const [typed, type] = useState(String(percent))
  const save = api.products.catalogue.switch.useMutation({
    onSuccess: async () => {
      await cache.products.catalogue.invalidate()
      announce(messages.announced.saved)
    },
  })
  const isChanged = typed !== '' && Number(typed) !== percent
  return (
    <form
      className={classes.choice}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save.mutate({ priceTolerance: Number(typed) })
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          type="number"
          label="Prices may differ by"
          description={catalogueClashesMessages.toleranceExplained}
          rightSection="%"
          min={0}
          max={limits.clashes.tolerance}
          step={1}
          required
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          w={{ base: '100%', xs: 320 }}
        />
        <Button type="submit" variant="default" disabled={!isChanged} loading={save.isPending}>
          Save
        </Button>
      </Group>
      {save.error && <Banner kind="error">{say(save.error, messages.saveFailed)}</Banner>}
    </form>
  )
}
