import { Group, Radio, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { SearchSelect } from '#client/ui/search-select.tsx'
import { limits } from '#shared/limits.ts'
import { Platform, traits } from '#shared/platforms.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import type { Store } from '#shared/stores.ts'
import { CredentialFields, isRefused } from './credential-fields.tsx'
import { SaveLimited } from './save-limited.tsx'
import { SaveUnreachable } from './save-unreachable.tsx'
import { isApprovedIn, mistakesIn, newStoreDraft, storeDraftOf, withoutSecrets, withPlatform, type StoreDraft } from './store-draft.ts'
import { useSaveStore } from './use-save-store.ts'

const timezones = [...new Set([limits.defaultTimezone, ...Intl.supportedValuesOf('timeZone')])]
const platforms = Platform.options

const useKeptDraft = draftKeeper<StoreDraft>('store')

type Props = { store: Store | null; onSaved: () => void; onClose: () => void }

/** The modal that adds a store or edits the given one. */
export function StoreForm({ store, onSaved, onClose }: Props) {
  const form = useForm<StoreDraft>({
    initialValues: store ? storeDraftOf(store) : newStoreDraft(Platform.parse(platforms[0])),
    validate: (draft) => mistakesIn(draft, store),
  })
  const keepDraft = useKeptDraft(store?.id ?? '', () => (form.isDirty() ? withoutSecrets(form.getValues()) : null), form.setValues)
  const { platform, timezone } = form.values

  const { save, forget, refused, isUntestable, hidden } = useSaveStore(store, form, { onSaved, onLeave: keepDraft })
  const submit = isApprovedIn(form.values, store) ? connectMessages.approval.next(traits[platform].label) : store ? 'Save' : 'Add Store'

  const notSent = (mistakes: Record<string, unknown>) => {
    forget()
    focusFirst(form)(mistakes)
  }

  return (
    <FormDialog onClose={onClose} title={store ? 'Edit Store' : 'Add Store'} isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit((draft) => save(draft), notSent)}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput
            label="Name"
            required
            data-autofocus={!isRefused(store) || undefined}
            maxLength={limits.nameLength}
            {...form.getInputProps('name')}
          />
          <Radio.Group
            label="Platform"
            required
            value={platform}
            onChange={(value) => form.setValues(withPlatform(form.getValues(), Platform.parse(value)))}
          >
            <Group h={36} gap="lg">
              {platforms.map((value) => (
                <Radio key={value} value={value} label={traits[value].label} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput
            label="Domain"
            required
            placeholder={`your-shop.${traits[platform].hostSuffix}`}
            inputMode="url"
            autoCapitalize="none"
            {...form.getInputProps('domain')}
          />
          <TextInput
            label="Location ID"
            disabled={!traits[platform].hasLocation}
            description={traits[platform].hasLocation ? undefined : `${traits[platform].label} shops have no locations`}
            {...form.getInputProps('locationId')}
          />
          <TextInput
            label="Currency"
            maxLength={limits.currencyLength}
            placeholder={store ? limits.defaultCurrency : connectMessages.fromShop}
            {...form.getInputProps('currency')}
            onChange={(event) => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())}
          />
          <SearchSelect
            label="Timezone"
            placeholder={connectMessages.fromShop}
            data={timezone === '' || timezones.includes(timezone) ? timezones : [timezone, ...timezones]}
            limit={80}
            nothingFoundMessage="No such timezone"
            {...form.getInputProps('timezone')}
          />
        </SimpleGrid>
        <CredentialFields form={form} store={store} />
        <Switch
          label="Active"
          description="Inactive stores do not appear in Products and Orders"
          mt="lg"
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        {isUntestable && (
          <SaveUnreachable
            failure={refused}
            isBusy={form.submitting}
            onSave={form.onSubmit((draft) => save(draft, { allowUnreachable: true, allowLimited: true }))}
          />
        )}
        {hidden && (
          <SaveLimited hidden={hidden} isBusy={form.submitting} onSave={form.onSubmit((draft) => save(draft, { allowLimited: true }))} />
        )}
        <FormFoot failure={isUntestable ? null : refused} submit={submit} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
