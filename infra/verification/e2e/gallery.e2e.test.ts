import { describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { useGallery } from './gallery.ts'

const gallery = useGallery()

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  it.each([375, 768, 1440])('%i px wide, everything fits and axe finds nothing', async (width) => {
    await gallery.open({ theme, width })
    const { overflow } = await gallery.page.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(overflow).toBe(0)
    expect(await axeFindings(gallery.page)).toEqual([])
    await gallery.close()
  })

  it.each([
    ['dialog', 'Dialog', 'dialog'],
    ['drawer', 'Drawer', 'dialog'],
    ['question', 'Confirm danger', 'alertdialog'],
    ['menu', 'More', 'menu'],
    ['toast', 'Toast of a failure', 'list'],
  ] as const)('axe finds nothing in an open %s', async (_name, trigger, role) => {
    await gallery.open({ theme, width: 375 })
    await gallery.button(trigger).click()
    await gallery.page.getByRole(role).last().waitFor()
    expect(await axeFindings(gallery.page)).toEqual([])
    await gallery.close()
  })
})

it('the theme is the system’s until the document names one', async () => {
  await gallery.open({ colorScheme: 'dark' })
  const ground = () => gallery.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(250, 248, 244)')
  await gallery.page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
  expect(await ground()).toBe('rgb(20, 25, 31)')
  await gallery.close()
})
