-- Scenarios in Neovim 0.11 or later: the language server, and the board at the cursor with :LudexBoard.
vim.filetype.add({ extension = { ludex = "ludex", ["ludex-part"] = "ludex" } })

vim.lsp.config("ludex", {
  cmd = { "ludex", "lsp" },
  filetypes = { "ludex" },
  root_markers = { "pyproject.toml", ".git" },
})
vim.lsp.enable("ludex")

vim.api.nvim_create_user_command("LudexBoard", function()
  local client = vim.lsp.get_clients({ bufnr = 0, name = "ludex" })[1]
  if not client then
    return vim.notify("ludex lsp does not run here", vim.log.levels.ERROR)
  end
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  client:request("ludex/preview", place, function(_, board)
    if not board or board.svg == "" then
      return vim.notify(board and board.message or "no board", vim.log.levels.WARN)
    end
    local path = vim.fn.tempname() .. ".svg"
    vim.fn.writefile(vim.split(board.svg, "\n"), path)
    vim.ui.open(path)
  end)
end, {})
