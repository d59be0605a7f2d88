"""Celeiro over HTTP, with explanations, as a page asks it."""

import http.client
import json
import os
import pathlib
import subprocess
import threading
import time

PORT = 7797


class Celeiro:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        # The peers' vectors are computed in minutes too; the neural model would take hours for 100,000 items.
        self.environment = {"EMBEDDING_PROVIDER": "local", **os.environ}
        self.environment |= {"CELEIRO_DATA_DIR": str(folder), "CELEIRO_LANG": "en"}
        self.server, self.local = None, threading.local()

    def run(self, *arguments):
        subprocess.run([self.program, *arguments], check=True, env=self.environment, stdout=subprocess.DEVNULL)

    def load(self, items):
        self.run("import", "items", str(items))
        self.run("embed")

    def start(self):
        command = [self.program, "serve", "--port", str(PORT), "--rate", "100000"]
        self.server = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL)
        for _ in range(300):
            try:
                return self.search({"query": "soja", "limit": 1})
            except OSError:
                time.sleep(0.2)
        raise RuntimeError("the server does not answer")

    def search(self, request):
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = self.local.connection = http.client.HTTPConnection("127.0.0.1", PORT)
        try:
            connection.request("POST", "/api/rag/search", json.dumps(request), {"content-type": "application/json"})
            response = connection.getresponse()
            answer = json.loads(response.read())
        except (http.client.HTTPException, OSError):
            self.local.connection = None
            raise
        if response.status != 200:
            raise RuntimeError(f"{response.status}: {answer}")
        return answer["results"]

    def login(self):
        """The socket and the password of the server's owner, for a database of its own beside Celeiro's."""
        secrets = dict(line.strip().split("=", 1) for line in open(self.folder / "cluster.secret"))
        socket = (self.folder / "pg18" / "postmaster.pid").read_text().splitlines()[4]
        return {"host": socket, "user": "postgres", "password": secrets["postgres"]}

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait()
