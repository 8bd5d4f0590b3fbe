// A door of the cabinet is opened and closed, and tested by a person, and the lamp is tested: what the attendant and the technician see of it.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, complaints, cutOff, openHouse, pages, picture, resize, speak, tooSmall, unreadable, until } = require('./house.cjs');

const SIZE = { width: 1280, height: 800 };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-doors-'));
const open = path.join(folder, 'open');
const cabinet = path.join(folder, 'cabinet.toml');
const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
fs.writeFileSync(cabinet, `${demo}\n[[door]]\nname = "cash box"\ndriver = "simulated"\n[lamp]\ndriver = "simulated"\n`);

before(() => openHouse(['--cabinet', cabinet, '--open-doors', open, '--wheel-seed', '7'], [['Service', SIZE], ['Attendant', SIZE]]));

after(async () => {
  await closeHouse();
  fs.rmSync(folder, { recursive: true, force: true });
});

const row = (name) => pages.Service.locator('.self-test', { has: pages.Service.getByRole('heading', { name, exact: true }) });
const result = (name) => row(name).getAttribute('data-result');
const told = async () => (await pages.Service.textContent('#house-faults')).includes('cabinet-door-open');

test('an open door is told to the attendant and to the technician until it is closed', async () => {
  fs.writeFileSync(open, 'cash box\n');
  await until('the technician is told', told);
  await until('the attendant is told', async () => (await pages.Attendant.textContent('#faults')).includes('cabinet-door-open'));
  assert.match(await pages.Attendant.textContent('#faults'), /A door of the cabinet is open.*cash box/);
  await picture('doors-open-service', pages.Service);
  await picture('doors-open-attendant', pages.Attendant);
  fs.rmSync(open);
  await until('it is over', async () => !(await told()));
  await until('it is over for the attendant', async () => (await pages.Attendant.textContent('#faults')) === 'No faults.');
});

test('a person opens and closes the door that is tested, and reads what was seen', async () => {
  await until('it may be tested', () => row('Door: cash box').getByRole('button').isEnabled());
  await row('Door: cash box').getByRole('button').click();
  await until('it runs', async () => (await result('Door: cash box')) === 'running');
  assert.match(await row('Door: cash box').textContent(), /Open the door and close it again within a minute\./);
  fs.writeFileSync(open, 'cash box\n');
  await until('it was opened', told);
  fs.rmSync(open);
  await until('it has passed', async () => (await result('Door: cash box')) === 'passed');
  assert.match(await row('Door: cash box').textContent(), /it opened after .* bounces among them: 0/);
});

test('a person looks at the lamp that is tested', async () => {
  await until('it may be tested', () => row('Lamp').getByRole('button').isEnabled());
  await row('Lamp').getByRole('button').click();
  await until('it has passed', async () => (await result('Lamp')) === 'passed');
  assert.match(await row('Lamp').textContent(), /look whether the lamp lit three times/);
  assert.deepEqual(await barriersOf(pages.Service), []);
  for (const language of ['hy', 'ru', 'ka', 'en']) {
    await speak(pages.Service, language);
    for (const [width, height] of [[1920, 1080], [1280, 800], [390, 844]]) {
      await resize(pages.Service, width, height);
      await pages.Service.locator('.self-tests').scrollIntoViewIfNeeded();
      const name = `doors-${language}-${width}`;
      assert.deepEqual(await tooSmall(pages.Service, 40), [], name);
      assert.deepEqual(await cutOff(pages.Service), [], name);
      assert.deepEqual(await unreadable(pages.Service, 11), [], name);
      await picture(name, pages.Service);
    }
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
