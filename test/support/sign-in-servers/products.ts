import {
  type Answer,
  type Asked,
  ann,
  finish,
  json,
  lures,
  type Product,
  page,
  redirect,
  traps,
} from './server.ts';

const isPost = ({ method }: Asked) => method === 'POST';
const field = ({ fields }: Asked, name: string) => fields.get(name) ?? '';

/** One form, and nothing that a machine could mistake for a part of it. */
export const bare: Product = {
  answer(asked, server) {
    const form = page(
      'Sign in',
      `<form method="post" action="/sign-in"><input name="login"><input type="password" name="otherwise-called">
       <button>Log in</button></form>`,
    );
    if (!isPost(asked)) return asked.path === '/authorize' ? form : null;
    return server.check(field(asked, 'login'), field(asked, 'otherwise-called'))
      ? redirect(finish(asked))
      : form;
  },
};

/** Name and password at once, as small servers have it. */
const plain: Product = {
  answer(asked, server) {
    if (asked.path === '/authorize') return signInPage('');
    if (!isPost(asked)) return null;
    return server.check(field(asked, 'login'), field(asked, 'pass'))
      ? redirect(finish(asked))
      : signInPage('<p role="alert">Wrong user name or password.</p>');
  },
};

function signInPage(alert: string): Answer {
  return page(
    'Sign in',
    `<h1>Sign in</h1>${alert}<form method="post" action="/sign-in">${traps}
     <label>User <input name="login"></label><label>Password <input type="password" name="pass"></label>
     <button>Log in</button></form>${lures}`,
  );
}

/** The name on one page, the password on the next, as large providers have it. */
const userFirst: Product = {
  answer(asked, server) {
    const passwordPage = (alert = '') =>
      page(
        'Welcome',
        `<h1>Welcome</h1>${alert}<form method="post" action="/password">${traps}
         <input type="hidden" name="user" value="${asked.transaction.user}"><div>${asked.transaction.user}</div>
         <label>Enter your password <input type="password" name="Passwd" autocomplete="current-password"></label>
         <input type="checkbox" id="show"><label for="show">Show password</label>
         <button type="button" onclick="location='/wrong?what=another-way'">Try another way</button>
         <button type="submit">Next</button></form>${lures}`,
      );
    if (asked.path === '/authorize')
      return page(
        'Sign in',
        `<form role="search" action="/wrong"><input type="search" name="q" placeholder="Search help"></form>
         <h1>Sign in</h1><form method="post" action="/identifier">${traps}
         <label>Email or phone <input type="email" name="identifier" autocomplete="username webauthn"></label>
         <button type="submit">Next</button></form>${lures}`,
      );
    if (asked.path === '/identifier') {
      asked.transaction.user = field(asked, 'identifier');
      return passwordPage();
    }
    if (asked.path !== '/password') return null;
    return server.check(asked.transaction.user ?? '', field(asked, 'Passwd'))
      ? redirect(finish(asked))
      : passwordPage('<div class="error-text" role="alert">Wrong password. Try again.</div>');
  },
};

const scriptDelays = { draw: 150, enable: 120, replace: 150 };

/** Drawn by a script: late, disabled at first, and once more after that; sent as JSON. */
const scripted: Product = {
  delayMillis: scriptDelays.draw + scriptDelays.enable + scriptDelays.replace,
  answer(asked, server) {
    if (asked.path === '/authorize')
      return page(
        'App',
        `<div id="root"></div><noscript>This page needs scripts.</noscript><script>${scriptOf}</script>`,
      );
    if (asked.path !== '/api/login') return null;
    return server.check(field(asked, 'username'), field(asked, 'password'))
      ? json({ next: finish(asked) })
      : json({ message: 'Incorrect username or password.' }, 401);
  },
};

const scriptOf = `
const root = document.getElementById('root');
function draw(isDisabled) {
  root.innerHTML = '<h1>Log in to App</h1><div id="alert" role="alert"></div>' +
    '<div><label for="u' + isDisabled + '">Username</label><input id="u' + isDisabled + '" ' + (isDisabled ? 'disabled' : '') + '></div>' +
    '<div><label for="p' + isDisabled + '">Password</label><input type="password" id="p' + isDisabled + '" ' + (isDisabled ? 'disabled' : '') + '></div>' +
    '<button id="go" disabled>Log in</button>' + ${JSON.stringify(lures)};
  const [user, password] = root.querySelectorAll('input');
  const go = document.getElementById('go');
  let typed = { user: '', password: '' };
  for (const input of [user, password]) input.addEventListener('input', () => {
    typed = { user: user.value, password: password.value };
    go.disabled = typed.user === '' || typed.password === '';
  });
  go.addEventListener('click', async () => {
    go.disabled = true;
    const answer = await fetch('/api/login', { method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: typed.user, password: typed.password }) });
    const { next, message } = await answer.json();
    if (next) location.href = next;
    else { document.getElementById('alert').textContent = message; go.disabled = false; }
  });
}
setTimeout(() => {
  draw(true);
  setTimeout(() => { for (const input of root.querySelectorAll('input')) input.disabled = false;
    setTimeout(() => draw(false), ${scriptDelays.replace}); }, ${scriptDelays.enable});
}, ${scriptDelays.draw});`;

/** Components with shadow roots, in a frame. */
const shadow: Product = {
  answer(asked, server) {
    if (asked.path === '/authorize')
      return page(
        'Portal',
        `<h1>Portal</h1><iframe src="/off" style="position:absolute;left:-2000px"></iframe>
         <iframe src="/frame" width="400" height="320" style="margin:40px"></iframe>${lures}`,
      );
    if (asked.path === '/off') return page('', '<input name="trap-frame" type="password">');
    if (asked.path === '/frame')
      return page('Sign in', `<portal-login></portal-login><script>${shadowScript}</script>`);
    if (asked.path !== '/login') return null;
    return server.check(field(asked, 'u'), field(asked, 'p'))
      ? json({ next: finish(asked) })
      : json({ message: 'Invalid credentials' }, 401);
  },
};

const shadowScript = `
customElements.define('text-field', class extends HTMLElement {
  connectedCallback() {
    const inner = this.attachShadow({ mode: 'open' });
    inner.innerHTML = '<span></span><input type="' + (this.getAttribute('type') || 'text') + '">';
    inner.querySelector('span').textContent = this.getAttribute('label');
    inner.querySelector('input').addEventListener('input', (event) => { this.value = event.target.value; });
  }
});
customElements.define('portal-login', class extends HTMLElement {
  connectedCallback() {
    const inner = this.attachShadow({ mode: 'open' });
    inner.innerHTML = '<p role="alert"></p><text-field label="User name"></text-field>' +
      '<text-field label="Password" type="password"></text-field><div role="button" tabindex="0">Continue</div>';
    inner.querySelector('[role=button]').addEventListener('click', async () => {
      const [user, password] = inner.querySelectorAll('text-field');
      const answer = await fetch('/login', { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ u: user.value || '', p: password.value || '' }) });
      const { next, message } = await answer.json();
      if (next) top.location.href = next;
      else inner.querySelector('p').textContent = message;
    });
  }
});`;

/** A one-time code on six fields that a script moves through. */
const sixFields: Product = {
  answer(asked, server) {
    if (asked.path === '/authorize') return signInPage('');
    if (asked.path === '/sign-in')
      return server.check(field(asked, 'login'), field(asked, 'pass'))
        ? codePage('')
        : signInPage('<p role="alert">Wrong user name or password.</p>');
    if (asked.path !== '/code') return null;
    const code = asked.all('digit').join('');
    server.codes.push(code);
    return code === ann.code ? redirect(finish(asked)) : codePage('<p role="alert">Wrong code.</p>');
  },
};

function codePage(alert: string): Answer {
  const digit =
    '<input name="digit" maxlength="1" inputmode="numeric" aria-label="Digit" autocomplete="off">';
  return page(
    'Two-step verification',
    `<h1>Enter the code from your app</h1>${alert}<form method="post" action="/code">${digit.repeat(6)}
     <button disabled>Verify</button> <button type="button" onclick="location='/wrong?what=resend'">Resend code</button></form>
     <script>const all = [...document.querySelectorAll('input')];
     all.forEach((input, index) => input.addEventListener('input', () => {
       if (input.value) all[index + 1]?.focus();
       document.querySelector('button').disabled = all.some(({ value }) => !value);
     }));</script>${lures}`,
  );
}

/** “Stay signed in?” after the password, as a large provider asks. */
const staySignedIn: Product = {
  answer(asked, server) {
    if (asked.path === '/authorize')
      return page(
        'Sign in to your account',
        `<form method="post" action="/name"><input type="email" name="loginfmt" placeholder="Email, phone, or Skype">
         <input type="submit" value="Next"></form>${lures}`,
      );
    if (asked.path === '/name') {
      asked.transaction.user = field(asked, 'loginfmt');
      return page(
        'Sign in to your account',
        `<form method="post" action="/login"><input name="passwd" type="password" placeholder="Password">
         <input type="submit" value="Sign in"></form>${lures}`,
      );
    }
    if (asked.path === '/login')
      return server.check(asked.transaction.user ?? '', field(asked, 'passwd'))
        ? page(
            'Sign in to your account',
            `<h1>Stay signed in?</h1><p>Do this to reduce the number of times you are asked to sign in.</p>
             <form method="post" action="/kmsi"><label><input type="checkbox" name="DontShowAgain"> Don’t show this again</label>
             <input type="submit" name="no" value="No"> <input type="submit" name="yes" value="Yes"></form>`,
          )
        : page(
            'Sign in to your account',
            '<p role="alert">Your account or password is incorrect.</p><form method="post" action="/login"><input name="passwd" type="password"><input type="submit" value="Sign in"></form>',
          );
    return asked.path === '/kmsi' ? redirect(finish(asked)) : null;
  },
};

/** A list of accounts, then the password of the one that was chosen. */
const picker: Product = {
  answer(asked, server) {
    if (asked.path === '/authorize')
      return page(
        'Pick an account',
        `<h1>Pick an account</h1><ul>${['bob@example.test', ann.username]
          .map(
            (name) =>
              `<li><div role="link" tabindex="0" onclick="location='/as?name=${name}'"><b>Some One</b> <span>${name}</span></div></li>`,
          )
          .join(
            '',
          )}<li><div role="button" tabindex="0" onclick="location='/wrong?what=another'">Use another account</div></li></ul>${lures}`,
      );
    if (asked.path === '/as') {
      asked.transaction.user = asked.query.get('name');
      return page(
        'Enter password',
        `<form method="post" action="/login"><label>Account <input name="account" value="${asked.transaction.user}" readonly></label>
         <label>Password <input type="password" name="secret"></label><button>Sign in</button></form>${lures}`,
      );
    }
    if (asked.path !== '/login') return null;
    return server.check(field(asked, 'account'), field(asked, 'secret'))
      ? redirect(finish(asked))
      : page(
          'Enter password',
          '<p role="alert">Wrong password</p><form method="post"><input type="password" name="secret"><button>Sign in</button></form>',
        );
  },
};

/** A consent whose scopes are not ticked, and whose button waits for the first of them. */
const consent: Product = {
  answer(asked, server) {
    if (asked.path === '/authorize') return signInPage('');
    if (asked.path === '/sign-in')
      return server.check(field(asked, 'login'), field(asked, 'pass'))
        ? page(
            'Portal wants access',
            `<h1>Portal wants access to your account</h1><p>Signed in as ${ann.username}</p><form method="post" action="/consent">
             <label><input type="checkbox" name="scope" value="openid" required> Know who you are</label>
             <label><input type="checkbox" name="scope" value="profile"> See your profile</label>
             <label><input type="checkbox" name="remember" value="1"> Remember my decision</label>
             <button name="decision" value="no" formnovalidate>Deny</button> <button name="decision" value="yes" disabled>Allow</button></form>
             <script>const [first] = document.querySelectorAll('[name=scope]');
             first.addEventListener('change', () => { document.querySelector('[value=yes]').disabled = !first.checked; });</script>`,
          )
        : signInPage('<p role="alert">Wrong user name or password.</p>');
    if (asked.path !== '/consent') return null;
    const isWhole = asked.all('scope').join(' ') === 'openid profile' && field(asked, 'decision') === 'yes';
    return isWhole
      ? redirect(finish(asked))
      : redirect(`${asked.transaction.parameters.get('redirect_uri')}?error=access_denied`);
  },
};

/** The sign-in is handed on to a provider on another port, and comes back with its answer. */
export function handingOn(provider: () => string): Product {
  return {
    answer(asked) {
      if (asked.path === '/authorize') {
        const further = new URL(`${provider()}/authorize`);
        further.search = String(
          new URLSearchParams({
            client_id: 'broker',
            response_type: 'code',
            redirect_uri: `${asked.origin}/broker`,
            state: 'of-the-broker',
          }),
        );
        return redirect(further.href);
      }
      return asked.path === '/broker' && asked.query.has('code') ? redirect(finish(asked)) : null;
    },
  };
}

/** In Japanese, with the labels in a table. */
const japanese: Product = {
  answer(asked, server) {
    const form = (alert = '') =>
      page(
        'ログイン',
        `<h1>会員ログイン</h1>${alert}<form method="post" action="/login"><table>
         <tr><td>ユーザーID</td><td><input type="text" name="f1"></td></tr>
         <tr><td>パスワード</td><td><input type="password" name="f2"></td></tr></table>
         <label><input type="checkbox" name="keep"> ログイン状態を保持する</label>
         <button type="button" onclick="location='/wrong?what=cancel'">キャンセル</button>
         <button type="button" onclick="location='/wrong?what=google'">Googleでログイン</button>
         <button>ログイン</button></form>
         <a href="/wrong?what=forgot">パスワードをお忘れの方</a> <a href="/wrong?what=register">新規会員登録</a>`,
        'ja',
      );
    if (asked.path === '/authorize') return form();
    if (asked.path === '/login')
      return server.check(field(asked, 'f1'), field(asked, 'f2'))
        ? page(
            '同意',
            `<h1>アプリ連携の確認</h1><form method="post" action="/agree"><button name="d" value="0">同意しない</button>
             <button name="d" value="1">同意する</button></form>`,
            'ja',
          )
        : form('<p class="error">IDまたはパスワードが正しくありません。</p>');
    if (asked.path !== '/agree') return null;
    return field(asked, 'd') === '1'
      ? redirect(finish(asked))
      : redirect(`${asked.transaction.parameters.get('redirect_uri')}?error=access_denied`);
  },
};

/** The pages of the usual products, by what is peculiar to them; `handed on` stands in front of `plain`. */
export const products: Readonly<Record<string, Product>> = {
  plain,
  'user name first': userFirst,
  'drawn by a script': scripted,
  'shadow root in a frame': shadow,
  'code on six fields': sixFields,
  'stay signed in?': staySignedIn,
  'account picker': picker,
  'consent with unticked scopes': consent,
  Japanese: japanese,
};
