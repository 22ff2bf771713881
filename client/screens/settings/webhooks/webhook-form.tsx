import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, say } from '#client/failure.ts'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useViewer } from '#client/session/viewer.ts'
import { announce } from '#client/ui/announce.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { WebhookFormat, type Webhook } from '#shared/webhooks.ts'
import { inFormat, mistakesInWebhook, newWebhook, webhookChanges, webhookDraftOf, type WebhookDraft } from './webhook-draft.ts'
import { WebhookStores } from './webhook-stores.tsx'
import { eventChoices, formatChoices } from './webhook-words.ts'

const useKeptDraft = draftKeeper<WebhookDraft>('webhook')

type Props = { webhook?: Webhook | undefined; onMade: (secret: string) => void; onClose: () => void }

/** The modal that adds a webhook, or changes the given one. */
export function WebhookForm({ webhook, onMade, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const viewer = useViewer()
  const create = api.settings.webhooks.create.useMutation()
  const update = api.settings.webhooks.update.useMutation()
  const form = useForm<WebhookDraft>({
    initialValues: webhook ? webhookDraftOf(webhook) : newWebhook(can(viewer, 'webhooks.manage', null)),
    validate: mistakesInWebhook,
  })
  useKeptDraft(webhook?.id ?? '', () => (form.isDirty() ? form.getValues() : null), form.setValues)

  const { format, chatId } = form.values

  async function send(draft: WebhookDraft): Promise<() => void> {
    if (!webhook) {
      const { secret } = await create.mutateAsync(draft)
      // Nobody verifies what a chat service gets.
      if (draft.format === 'standard') return () => onMade(secret)
    } else await update.mutateAsync(webhookChanges(webhook.id, form.getInitialValues(), draft))
    announce(messages.announced.webhookSaved)
    return onClose
  }

  async function save(draft: WebhookDraft) {
    setRefused(undefined)
    try {
      const leave = await send(draft)
      await cache.settings.webhooks.list.invalidate()
      leave()
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft))
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.webhooks.saveFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={webhook ? 'Edit webhook' : 'Add webhook'} isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <TextInput label="Name" required data-autofocus maxLength={limits.nameLength} {...form.getInputProps('name')} />
        <NativeSelect
          label="What it sends"
          mt="md"
          data={formatChoices}
          value={format}
          onChange={({ currentTarget }) => form.setValues(inFormat(WebhookFormat.parse(currentTarget.value), chatId))}
        />
        <TextInput
          label="Address"
          description={messages.webhooks.addressHints[format]}
          type="url"
          placeholder="https://"
          required
          mt="md"
          {...form.getInputProps('url')}
        />
        {chatId !== null && (
          <TextInput
            label="Chat id"
            description={messages.webhooks.chatIdHint}
            placeholder="-1001234567890"
            required
            mt="md"
            {...form.getInputProps('chatId')}
          />
        )}
        <CheckList
          legend="Events"
          choices={eventChoices}
          mistake={form.errors['events']}
          chosen={form.values.events}
          onChoose={(events) => form.setFieldValue('events', events)}
        />
        <WebhookStores
          chosen={form.values.storeIds}
          mistake={form.errors['storeIds']}
          onChoose={(ids) => form.setFieldValue('storeIds', ids)}
        />
        <FormFoot failure={refused} submit={webhook ? 'Save' : 'Add webhook'} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
