// Lists the calls of openapi.json, each with a request that can be sent.
const base = new URL(".", location.href);
const language = document.getElementById("language");
const token = document.getElementById("token");

/** An element with its words and children. Words are never read as HTML. */
function made(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

function paragraphs(text) {
  return text.split("\n\n").map((one) => made("p", {}, one));
}

/** JSON with each record's short lists on one line, as people write it. */
function written(value) {
  return JSON.stringify(value, null, 2).replace(/\[\s+((?:"\w+",?\s+)+)\]/g, (_, inner) => {
    return `[${inner.trim().replace(/\s+/g, " ")}]`;
  });
}

async function send(path, body) {
  const headers = { "content-type": "application/json", "accept-language": language.value };
  if (token.value) headers.authorization = `Bearer ${token.value}`;
  const response = await fetch(new URL(path.slice(1), base), { method: "POST", headers, body });
  const text = await response.text();
  try {
    return [response, written(JSON.parse(text))];
  } catch {
    return [response, text];
  }
}

function shown(path, call) {
  const { operationId: name, description, requestBody } = call;
  const request = made("textarea", {
    value: written(requestBody.content["application/json"].example),
    spellcheck: false,
    ariaLabel: `Request of ${name}`,
  });
  const button = made("button", { type: "button" }, "Send");
  const status = made("output", { className: "status" });
  const answer = made("pre", { className: "answer" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = " …";
    try {
      const [response, text] = await send(path, request.value);
      status.textContent = ` ${response.status} ${response.statusText}`;
      answer.textContent = text;
    } catch (fault) {
      status.textContent = ` no answer: ${fault.message}`;
      answer.textContent = "";
    } finally {
      button.disabled = false;
    }
  });
  const heading = made("h2", {}, name);
  const where = made("p", {}, made("code", {}, `POST ${path}`));
  return made("section", { id: name }, heading, ...paragraphs(description), where, request, button, status, answer);
}

try {
  const response = await fetch(new URL("openapi.json", base));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const { info, paths } = await response.json();
  document.getElementById("title").textContent = `${info.title} ${info.version}`;
  document.getElementById("about").replaceWith(...paragraphs(info.description));
  if (navigator.language.startsWith("fr")) language.value = "fr";
  for (const [path, { post }] of Object.entries(paths)) {
    document.getElementById("list").append(made("a", { href: `#${post.operationId}` }, post.operationId), " ");
    document.getElementById("calls").append(shown(path, post));
  }
} catch (fault) {
  document.getElementById("fault").textContent = `openapi.json cannot be read: ${fault.message}`;
}
