import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { limits } from '#shared/limits.ts'

/** Says for a short time why the dashboard replaced the requested screen. */
export function DeniedBanner() {
  const { denied } = useLocation().state
  const navigate = useNavigate()

  useEffect(() => {
    if (!denied) return undefined
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true, state: {} }), limits.deniedBannerMs)
    return () => clearTimeout(timer)
  }, [denied, navigate])

  return denied ? (
    <Banner kind="error" title="Access Denied" mb="lg">
      {denied}
    </Banner>
  ) : null
}
