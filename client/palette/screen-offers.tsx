import { IconSettings } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { settingsTabs } from '#client/screens/settings/tabs.ts'
import { useViewer } from '#client/session/viewer.ts'
import { nav } from '#client/shell/nav.ts'
import { useStoreHere } from '#client/shell/store-here.ts'
import { can } from '#shared/access.ts'
import type { OfferGroup } from './offers.ts'

/** The screens that the viewer may open, and the tabs of the settings once something is typed: they would push all else down. */
export function useScreenOffers(isTyped: boolean): OfferGroup {
  const viewer = useViewer()
  const store = useStoreHere()
  const navigate = useNavigate()
  const screens = nav
    .filter(({ needs }) => can(viewer, needs))
    .map(({ label, to, icon: Icon, at }) => ({
      id: `screen-${to}`,
      label,
      mark: <Icon size={18} stroke={1.75} aria-hidden />,
      run: () => void navigate({ to, ...(store && at?.(store)) }),
    }))
  const tabs = settingsTabs
    .filter(({ needs }) => can(viewer, needs))
    .map(({ label, value }) => ({
      id: `settings-${value}`,
      label,
      about: 'Settings',
      mark: <IconSettings size={18} stroke={1.75} aria-hidden />,
      run: () => void navigate({ to: '/settings', search: { tab: value } }),
    }))
  return { label: 'Screens', offers: isTyped ? [...screens, ...tabs] : screens }
}
