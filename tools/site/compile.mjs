/**
 * Compiles the Python that the site imports at its start, by the same Python that runs in the browser:
 *
 *     node compile.mjs PYODIDE_FOLDER KERNEL ENTRY SCRIPTS OUT ARCHIVE...
 *
  * It compiles the modules that importing ENTRY loads (.pyc in place of .py); other modules, which few visits need, stay unchanged. All are compiled without docstrings; our own keep their assertions. The archives are not compressed, because hosts compress better.
 */

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, kernelFile, entry, scripts, out, ...archives] = process.argv.slice(2).map((each, index) => (index === 2 ? each : path.resolve(each)));
const { startPython } = await import(pathToFileURL(path.join(scripts, "python.js")).href);
const { load } = await import(pathToFileURL(path.join(scripts, "kernel.js")).href);

// In the browser, the worker's script fetches files and stores Python's memory; here files are read, and nothing is stored.
globalThis.fetch = async (address) => new Response(fs.readFileSync(new URL(address)));
const loader = path.join(out, "loader.mjs");
fs.writeFileSync(
  loader,
  `import { loadPyodide as load } from ${JSON.stringify(pathToFileURL(path.join(folder, "pyodide.mjs")).href)};
export const loadPyodide = (options) => load({ ...options, indexURL: ${JSON.stringify(`${folder}/`)} });
`,
);

const COMPILE = `
import ast, importlib._bootstrap_external, importlib.util, sys, zipfile

WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

def without_docstrings(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def compiled(name, source, keeps_assertions):
    tree = without_docstrings(source)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0 if keeps_assertions else 2)
    return bytes(importlib._bootstrap_external._code_to_hash_pyc(code, importlib.util.source_hash(source), False))

specs = [module.__spec__ for module in list(sys.modules.values()) if getattr(module, "__spec__", None)]
places = {str(spec.origin).removeprefix("/lib/python314.zip/").removeprefix("/home/pyodide/") for spec in specs}

def convert(keeps_assertions):
    with zipfile.ZipFile("/in.zip") as source, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as to:
        for each in source.namelist():
            content = source.read(each)
            if each in places and each.endswith(".py"):
                content, each = compiled(each, content, keeps_assertions), each + "c"
            to.writestr(zipfile.ZipInfo(each), content)
`;

const kernel = await load(fs.readFileSync(kernelFile));
const place = { pyodide: pathToFileURL(loader).href, packages: archives.map((each) => pathToFileURL(each).href) };
const python = await startPython(place, entry, { damaci_kernel: kernel, damaci_search: {} });
python.runPython(COMPILE);
const library = path.join(folder, "python_stdlib.zip");
for (const each of [library, ...archives]) {
  python.FS.writeFile("/in.zip", fs.readFileSync(each));
  const ours = path.basename(each).startsWith("damaci");
  python.runPython(`convert(${ours ? "True" : "False"})`);
  fs.writeFileSync(path.join(out, path.basename(each)), python.FS.readFile("/out.zip"));
}
process.exit(0);
